/** The data of the server-sent events of a response, one after another. `closed`: the stream has ended. */
export function readEvents(response: Response): { next(): Promise<string>; leave(): Promise<void> } {
  const reader = (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return {
    async next() {
      for (;;) {
        const event = /^([\s\S]*?)\n\n/.exec(text);
        if (event) {
          text = text.slice(event[0].length);
          if (!event[1]?.startsWith('retry:')) return event[1] ?? '';
        } else {
          const { done, value } = await reader.read();
          if (done) return 'closed';
          text += value;
        }
      }
    },
    leave: () => reader.cancel(),
  };
}
