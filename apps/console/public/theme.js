// Before the first paint: the theme that was chosen, or the system's.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('packhouse.theme');
    if (localStorage.getItem('packhouse.density') === 'comfortable') document.documentElement.dataset.density = 'comfortable';
  } catch {}
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
