/**
 * The two things the browser may keep: language and theme. Nothing pasted or typed is ever stored.
 */

/** @param {string} name */
function stored(name) {
  try {
    return localStorage.getItem(`mamba-ratio ${name}`);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
export function store(name, value) {
  try {
    localStorage.setItem(`mamba-ratio ${name}`, value);
  } catch {
    // Some browsers refuse it to pages opened from a file: the choice then lasts for this visit.
  }
}

/** @returns {'en' | 'zh'} */
export function preferredLanguage() {
  const language =
    stored('language') ?? navigator.languages.find((tag) => /^(en|zh)\b/i.test(tag)) ?? 'en';
  return /^zh/i.test(language) ? 'zh' : 'en';
}

/** @returns {string} auto, light or dark */
export function preferredTheme() {
  const theme = stored('theme') ?? 'auto';
  return ['light', 'dark'].includes(theme) ? theme : 'auto';
}
