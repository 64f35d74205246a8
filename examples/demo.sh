#!/bin/sh
# What `make demo` shows. Everything runs offline: no network, no key.
set -eu
cd "$(dirname "$0")/.."
out=demo-out
mkdir -p "$out"

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

say "Done. Programs and the trace are in $out/."
