import { handleWorkerRequests } from './handle-worker-requests.ts';
import type { WorkerReply } from './worker-messages.ts';

// A worker's global scope has the two methods of a window that are used here.
handleWorkerRequests({
  postMessage: (message: WorkerReply) => self.postMessage(message),
  addEventListener: (type, listener) => self.addEventListener(type, listener),
});
