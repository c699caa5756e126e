/** Name of this build, which its service worker bears too. The page build writes it. */
export const build = () => document.documentElement.dataset.build ?? '';
