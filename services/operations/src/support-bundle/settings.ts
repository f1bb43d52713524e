const secretName = /password|secret|token|key|credential/i;

function withoutCredentials(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  // Addresses of several servers are no URL by the book.
  if (!URL.canParse(text)) return text.replace(/\/\/[^/\s]*@/, '//***@').replace(/\?.*$/s, '');
  const url = new URL(text);
  if (url.username === '' && url.password === '' && url.search === '') return text;
  url.username = url.username && '***';
  url.password = url.password && '***';
  url.search = '';
  return url.href;
}

/** The configuration as it may leave the platform: whatever a name calls secret is hidden, and addresses lose who signs in with them. */
export function settingsWithoutSecrets(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return secretName.test(name) ? '***' : withoutCredentials(value);
  if (Array.isArray(value)) return value.map((one) => settingsWithoutSecrets(one, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, settingsWithoutSecrets(one, key)]));
}
