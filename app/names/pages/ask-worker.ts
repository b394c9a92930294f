import type { NamesAnswers, NamesQuestion, NamesReply } from './names-messages.ts';

let worker: Worker | undefined;

/** One worker for all questions, because it keeps the names. After a failed start the next question starts another. */
export function askWorker<About extends keyof NamesAnswers>(
  about: About,
  query: string,
  path = '',
): Promise<NamesAnswers[About]> {
  worker ??= new Worker(new URL('./names-worker.ts', import.meta.url), { type: 'module' });
  const asked = worker;
  const { port1, port2 } = new MessageChannel();
  const answered = new AbortController();
  return new Promise<NamesAnswers[About]>((resolve, reject) => {
    const onError = () => {
      worker = undefined;
      reject(new Error('The names cannot be asked.'));
    };
    asked.addEventListener('error', onError, { signal: answered.signal });
    port1.onmessage = ({ data }: MessageEvent<NamesReply>) => {
      if ('answer' in data) resolve(data.answer as NamesAnswers[About]);
      else reject(new Error(data.fault));
    };
    const question: NamesQuestion = { about, path, query };
    asked.postMessage(question, [port2]);
  }).finally(() => {
    port1.close();
    answered.abort();
  });
}
