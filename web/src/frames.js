const PATIENCE_MS = 200;

/** Settles after the next frame, or soon where the page is not in sight. @returns {Promise<void>} */
export const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, PATIENCE_MS);
  });
