import puppeteer from 'puppeteer-core';

/** Debian's Chromium with nothing of its own going on. */
export const launch = () => puppeteer.launch({
  executablePath: '/usr/bin/chromium',
  headless: true,
  args: [
    '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update',
    '--disable-sync', '--disable-quic', '--no-first-run',
  ],
});
