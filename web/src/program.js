import {startPage} from './main.js';
import {startWorker} from './worker.js';

// The page's one script is also its worker's script, so that the file carries it once. No module
// may touch the document while it is being loaded.
if (typeof document === 'undefined') {
  startWorker();
} else {
  startPage();
}
