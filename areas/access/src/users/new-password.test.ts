import { NewPassword } from '@packhouse/contract/access/access-names.ts';
import { describe, expect, it } from 'vitest';
import { generatePassword, passwordRules } from './new-password.ts';

const meetsAll = (password: string) => Object.values(passwordRules).every((rule) => rule(password));

describe('a new password', () => {
  it('is ticked off by the same rules that the server checks with', () => {
    for (const password of ['', 'short-A1', 'Sh0rt', 'ALL-UPPER-1', 'all-lower-1', 'No-Digits', 'Engineer-1', 'Übergröße-7', `A1${'a'.repeat(300)}`])
      expect(meetsAll(password), password).toBe(NewPassword.safeParse(password).success);
  });

  it('is made long, valid and never twice the same', () => {
    const made = Array.from({ length: 50 }, generatePassword);
    expect(new Set(made).size).toBe(50);
    for (const password of made) expect(NewPassword.safeParse(password).success && password.length === 20).toBe(true);
  });
});
