import type { DeskReply } from './worker-messages.ts';
import { serveDesk } from './handle-worker-requests.ts';

// A worker's scope has the methods of a window that are used here.
serveDesk({
  postMessage: (message: DeskReply) => self.postMessage(message),
  addEventListener: (type, listener) => self.addEventListener(type, listener),
});
