/** Which files of a checkout a running process calls, by Node's inspector. */

export interface CalledFiles {
  /** The files with at least one called function since the last time, by path from the root. */
  take(): Promise<string[]>;
  close(): void;
}

/** What V8 reports about a file. The first function is the file's own top level. */
interface ScriptCoverage {
  url: string;
  functions: { ranges: { startOffset: number; count: number }[] }[];
}

/** `address`: what Node prints when it is started with `--inspect`. */
export async function watchCalledFiles(address: string, root: string): Promise<CalledFiles> {
  const socket = new WebSocket(address);
  await new Promise((done, failed) => {
    socket.addEventListener('open', done);
    socket.addEventListener('error', failed);
  });
  let sent = 0;
  async function send(method: string, params: object = {}): Promise<unknown> {
    const id = ++sent;
    const answer = new Promise<unknown>((done) => {
      const onMessage = ({ data }: MessageEvent) => {
        const message = JSON.parse(data) as { id?: number; result?: unknown };
        if (message.id !== id) return;
        socket.removeEventListener('message', onMessage);
        done(message.result);
      };
      socket.addEventListener('message', onMessage);
    });
    socket.send(JSON.stringify({ id, method, params }));
    return answer;
  }
  await send('Profiler.enable');
  await send('Profiler.startPreciseCoverage', { callCount: true });
  return {
    async take() {
      const { result } = (await send('Profiler.takePreciseCoverage')) as { result: ScriptCoverage[] };
      const called = result.filter(({ functions }) =>
        functions.some(({ ranges: [range] }) => range && range.startOffset > 0 && range.count > 0),
      );
      const paths = called.map(({ url }) => url.replace(/^file:\/\//, '').replace(/\?.*$/, ''));
      const own = paths.filter((path) => path.startsWith(`${root}/`) && !path.includes('/node_modules/'));
      return [...new Set(own.map((path) => path.slice(root.length + 1)))].sort();
    },
    close: () => socket.close(),
  };
}
