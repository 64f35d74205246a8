"use strict";
(() => {
  const tip = document.getElementById("tip");
  const text = document.getElementById("text");
  const parts = { s: new Map(), p: new Map(), f: new Map() };
  for (const element of document.querySelectorAll("[data-s], [data-p], [data-f]")) {
    for (const kind of ["s", "p", "f"]) {
      for (const key of (element.dataset[kind] || "").split(" ")) {
        if (!key) continue;
        if (!parts[kind].has(key)) parts[kind].set(key, []);
        parts[kind].get(key).push(element);
      }
    }
  }
  // Without this script a title is shown by the browser; with it, at once and for the keyboard too.
  for (const element of document.querySelectorAll("[title]")) {
    element.dataset.tip = element.title;
    element.removeAttribute("title");
  }

  let lit = [];
  let pinned = null;

  function keys(element, kind) {
    const held = element.closest(`[data-${kind}]`);
    return held ? held.dataset[kind].split(" ") : [];
  }

  function dark() {
    for (const element of lit) element.classList.remove("lit", "exact");
    lit = [];
    document.body.classList.remove("lighting");
    text.className = "text";
    tip.hidden = true;
  }

  function mark(elements, name) {
    for (const element of elements || []) {
      element.classList.add(name);
      lit.push(element);
    }
  }

  function light(element) {
    dark();
    const steps = keys(element, "s");
    for (const key of steps) mark(parts.s.get(key), "lit");
    for (const key of keys(element, "p")) mark(parts.p.get(key), "exact");
    const colour = element.closest(".step, .tag")?.className.match(/\bc(\d)\b/);
    if (colour) text.classList.add(`as${colour[1]}`);
    for (const key of keys(element, "f")) mark(parts.f.get(key), "lit");
    document.body.classList.toggle("lighting", steps.some((key) => parts.s.get(key).some((one) => one.closest(".text"))));
    explain(element);
  }

  function explain(element) {
    const words = [];
    const held = element.closest("[data-tip]");
    if (held) words.push(held.dataset.tip);
    if (element.closest(".text")) {
      for (const key of keys(element, "f")) words.push(finding(key));
    }
    if (!words.length) return;
    tip.textContent = words.join("\n");
    tip.hidden = false;
    const at = (held || element.closest("[data-f]")).getClientRects()[0];
    const below = at.bottom + 8 + tip.offsetHeight < innerHeight;
    tip.style.left = `${Math.max(8, Math.min(at.left, innerWidth - tip.offsetWidth - 8))}px`;
    tip.style.top = `${below ? at.bottom + 8 : Math.max(8, at.top - tip.offsetHeight - 8)}px`;
  }

  function finding(key) {
    const item = document.getElementById(`f${key}`);
    return [".kind", ".rule", ".message"].map((part) => item.querySelector(part).textContent).join(" ");
  }

  function rest() {
    if (pinned && pinned.isConnected) light(pinned);
    else dark();
  }

  function interesting(target) {
    return target instanceof Element && target.closest("main, .code, .findings") && target.closest("[data-s], [data-p], [data-f], [data-tip]");
  }

  // Scrolls only the pane that the counterpart is in.
  function show(element) {
    const pane = element.closest(".text, .list");
    if (!pane || pane.scrollHeight <= pane.clientHeight) return;
    const box = pane.getBoundingClientRect();
    const at = element.getBoundingClientRect();
    if (at.top < box.top || at.bottom > box.bottom) pane.scrollTop += at.top - box.top - box.height / 3;
  }

  function counterpart(element) {
    const [key] = keys(element, "s");
    if (!key) return null;
    const side = element.closest(".text") ? ".list" : ".text";
    return parts.s.get(key).find((one) => one.closest(side)) || null;
  }

  // Where the pointer was last: what moves beneath a pointer at rest, as the page scrolls, is not pointed at.
  let pointed = "";
  const place = (event) => `${event.screenX} ${event.screenY}`;
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch" || place(event) === pointed) return;
    pointed = place(event);
    if (interesting(event.target)) light(event.target);
    else rest();
  });
  document.addEventListener("pointermove", (event) => { pointed = place(event); });
  document.addEventListener("pointerleave", rest);
  document.addEventListener("focusin", (event) => {
    if (!interesting(event.target) || !event.target.matches(":focus-visible")) return;
    light(event.target);
    const other = counterpart(event.target);
    if (other) show(other);
  });
  document.addEventListener("focusout", rest);
  document.addEventListener("click", (event) => {
    const target = event.target;
    if (target.closest("a")?.hash.startsWith("#L")) document.getElementById("program").open = true;
    if (target.closest("a") || String(getSelection())) return;
    pinned = interesting(target) && pinned !== target ? target : null;
    rest();
    const other = pinned && counterpart(pinned);
    if (other) show(other);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      pinned = null;
      dark();
      return;
    }
    const here = document.activeElement?.closest(".step");
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!here || !move || event.ctrlKey || event.metaKey || event.altKey) return;
    const all = [...document.querySelectorAll(".step > .tag")];
    const next = all[all.indexOf(here.querySelector(".tag")) + move];
    if (!next) return;
    event.preventDefault();
    next.focus();
  });
})();
