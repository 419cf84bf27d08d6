// Runs before the first paint, so that a dark page never flashes white. The policy forbids inline scripts: hence a file.
(() => {
  const chosen = localStorage.getItem('verify.theme');
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
