import type { DeskReply } from './desk-messages.ts';
import { serveDesk } from './serve-desk.ts';

// A worker's scope has the methods of a window that are used here.
serveDesk({
  postMessage: (message: DeskReply) => self.postMessage(message),
  addEventListener: (type, listener) => self.addEventListener(type, listener),
});
