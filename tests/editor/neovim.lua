-- Opens FILE with the settings in CONFIG, waits for its findings, applies the first fix, and writes down what it saw.
local function wait(what, holds)
  if not vim.wait(30000, holds, 50) then
    error("waited in vain for " .. what)
  end
end

local ok, problem = pcall(function()
  vim.cmd("luafile " .. vim.env.CONFIG)
  vim.cmd("edit " .. vim.env.FILE)
  wait("findings", function() return #vim.diagnostic.get(0) > 0 end)
  local seen = { findings = vim.diagnostic.get(0), hints = {} }
  wait("hints", function()
    local space = vim.api.nvim_get_namespaces()["clairify"]
    seen.marks = vim.api.nvim_buf_get_extmarks(0, space, 0, -1, { details = true })
    return #seen.marks > 0
  end)
  for _, mark in ipairs(seen.marks) do
    table.insert(seen.hints, { mark[2], mark[4].virt_text[1][1] })
  end
  seen.marks = nil
  local first = seen.findings[1]
  local range = {
    start = { line = first.lnum, character = first.col },
    ["end"] = { line = first.end_lnum, character = first.end_col },
  }
  local given = {
    textDocument = { uri = vim.uri_from_bufnr(0) },
    range = range,
    context = { diagnostics = {}, only = { "quickfix" } },
  }
  local _, answer = next(vim.lsp.buf_request_sync(0, "textDocument/codeAction", given, 30000))
  vim.lsp.util.apply_workspace_edit(answer.result[1].edit, "utf-16")
  wait("an end of the findings", function() return #vim.diagnostic.get(0) < #seen.findings end)
  vim.cmd("write")
  seen.left = #vim.diagnostic.get(0)
  vim.fn.writefile({ vim.fn.json_encode(seen) }, vim.env.SEEN)
end)
if not ok then
  vim.fn.writefile({ vim.fn.json_encode({ problem = problem }) }, vim.env.SEEN)
end
vim.cmd("qall!")
