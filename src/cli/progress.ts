/** A progress bar on a terminal; nothing where stderr is a file or a pipe. */

const WIDTH = 30;
const EVERY_MS = 100;

export interface Progress {
  update(share: number, note: string): void;
  end(): void;
}

export function openProgress(label: string, stream: NodeJS.WriteStream = process.stderr): Progress {
  let drawn_ms = 0;
  const draw = (share: number, note: string) => {
    const full = Math.round(Math.min(1, share) * WIDTH);
    stream.write(`\r\x1b[K${label} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${Math.round(share * 100)}% ${note}`);
  };
  return {
    update(share, note) {
      const now_ms = performance.now();
      if (!stream.isTTY || now_ms - drawn_ms < EVERY_MS) return;
      drawn_ms = now_ms;
      draw(share, note);
    },
    end() {
      if (stream.isTTY) stream.write('\r\x1b[K');
    },
  };
}
