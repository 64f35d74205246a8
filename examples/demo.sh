#!/bin/sh
# What `make demo` shows. Everything runs offline: no network, no key.
set -eu
cd "$(dirname "$0")/.."
out=demo-out
mkdir -p "$out"
rm -f "$out/apple.plan"

say() { printf '\n\033[1m%s\033[0m\n' "$*" >&2; }

say "1. A protocol in plain English"
cat examples/aspirin.txt

say "2. The offline reader compiles it: clairify xdl examples/aspirin.txt -o $out/aspirin.xdl"
clairify xdl examples/aspirin.txt -o "$out/aspirin.xdl"
cat "$out/aspirin.xdl"

say "3. The verifier agrees, and the program says what its text says:"
say "   clairify check $out/aspirin.xdl --source examples/aspirin.txt"
clairify check "$out/aspirin.xdl" --source examples/aspirin.txt
clairify xdl examples/aspirin.txt --quiet --format html > "$out/aspirin.html"
say "   Text and steps side by side: $out/aspirin.html"

say "4. A language model at work, replayed from a recording. Its first attempt is wrong on purpose; the verifier's"
say "   findings go back to it, and the second attempt is right:"
say "   clairify xdl examples/crystals.txt --model replay:examples/crystals.replay.jsonl --verbose -o $out/crystals.xdl"
rm -f "$out/trace.jsonl"
clairify xdl examples/crystals.txt --model replay:examples/crystals.replay.jsonl --no-cache --verbose \
    --trace "$out/trace.jsonl" -o "$out/crystals.xdl"
cat "$out/crystals.xdl"

say "5. What a pipeline sees: clairify check examples/broken.xdl"
clairify check examples/broken.xdl || test $? -eq 1

say "6. What it would mend by itself: clairify check --diff examples/broken.xdl"
clairify check --diff examples/broken.xdl || test $? -eq 1

say "7. PDDL: all that is wrong with a domain, in one run: clairify check --format concise examples/broken.pddl"
clairify check --format concise examples/broken.pddl || test $? -eq 1

say "8. A task in English becomes a goal, and the goal a plan that is validated step by step:"
say "   clairify pddl 'Put a clean apple in the fridge.' --domain household --problem kitchen"
clairify pddl "Put a clean apple in the fridge." --domain household --problem kitchen --no-solve
clairify pddl "Put a clean apple in the fridge." --domain household --problem kitchen -o "$out/apple.plan" ||
    test $? -eq 3
test ! -f "$out/apple.plan" || cat "$out/apple.plan"

say "9. Where there is no plan, it says why:"
say "   clairify pddl 'Hold the apple and the egg.' --domain household --problem kitchen"
clairify pddl "Hold the apple and the egg." --domain household --problem kitchen || test $? -le 3

say "10. A simulated arm carries out a protocol; every action is checked, and the run is filmed:"
say "    clairify execute 'Add 20 g of water to a beaker. Add 5 g of salt to the beaker.' --film $out/run.png"
rm -f "$out/run.png" "$out/run.json"
clairify execute "Add 20 g of water to a beaker. Add 5 g of salt to the beaker." --film "$out/run.png" \
    --report "$out/run.json" || test $? -eq 3
test ! -f "$out/run.png" || say "    The contact sheet: $out/run.png, the report: $out/run.json"

say "Done. Programs, the plan, the run and the trace are in $out/."
