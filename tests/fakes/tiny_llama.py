"""llama.cpp's own server with a model of one layer and random weights: `python tiny_llama.py MODEL.gguf SEED`.

What it writes means nothing, so only what holds its decoder to a form can give the reply one. It prints its address.
"""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import gguf
import numpy as np
import xllamacpp

WIDTH = 32
MOST_TOKENS = 32_768


def write_model(path: Path, seed: int) -> None:
    """Write a model in GGUF (the file format of llama.cpp) whose tokens are the 256 bytes."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(MOST_TOKENS)
    writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(WIDTH)
    writer.add_block_count(1)
    writer.add_head_count(2)
    writer.add_rope_dimension_count(WIDTH // 2)
    writer.add_layer_norm_rms_eps(1e-5)
    special = {"<unk>": gguf.TokenType.UNKNOWN, "<s>": gguf.TokenType.CONTROL, "</s>": gguf.TokenType.CONTROL}
    tokens = {**special, **{f"<0x{byte:02X}>": gguf.TokenType.BYTE for byte in range(256)}}
    writer.add_tokenizer_model("llama")
    writer.add_token_list(list(tokens))
    writer.add_token_types(list(tokens.values()))
    writer.add_token_scores([0.0] * len(tokens))
    writer.add_chat_template("{% for message in messages %}{{ message['content'] }}\n{% endfor %}")
    rng = np.random.default_rng(seed)
    for name in ("attn_q", "attn_k", "attn_v", "attn_output", "ffn_gate", "ffn_up", "ffn_down"):
        writer.add_tensor(f"blk.0.{name}.weight", rng.normal(0, 0.3, (WIDTH, WIDTH)).astype(np.float32))
    for name in ("token_embd", "output"):
        writer.add_tensor(f"{name}.weight", rng.normal(0, 0.3, (len(tokens), WIDTH)).astype(np.float32))
    for name in ("blk.0.attn_norm", "blk.0.ffn_norm", "output_norm"):
        writer.add_tensor(f"{name}.weight", np.ones(WIDTH, np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def main(path: str, seed: str) -> None:
    """Serve on loopback, at any free port, until the process is ended."""
    write_model(Path(path), int(seed))
    parameters = xllamacpp.CommonParams()
    parameters.model.path = path
    parameters.n_ctx = MOST_TOKENS
    parameters.n_parallel = 1
    parameters.warmup = False
    parameters.port = 0
    server = xllamacpp.Server(parameters)
    print(server.listening_address, flush=True)
    signal.pause()


if __name__ == "__main__":
    main(*sys.argv[1:])
