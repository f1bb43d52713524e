import { NewPassword } from '@packhouse/contract/access/access-names.ts';

/** The rules that a new password meets, each by itself so that the form can tick them off. */
export const passwordRules = {
  length: (password: string) => password.length >= 8 && password.length <= 256,
  upper: (password: string) => /\p{Lu}/u.test(password),
  lower: (password: string) => /\p{Ll}/u.test(password),
  digit: (password: string) => /\p{Nd}/u.test(password),
} as const;
export type PasswordRule = keyof typeof passwordRules;

// Without letters and digits that look alike, since some passwords are read out.
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789-_';
const generatedLength = 20;

function randomText(length: number): string {
  const letters: string[] = [];
  // Bytes beyond the last whole multiple of the alphabet are thrown away: they would make some letters likelier.
  const limit = 256 - (256 % alphabet.length);
  while (letters.length < length)
    for (const byte of crypto.getRandomValues(new Uint8Array(length)))
      if (byte < limit && letters.length < length) letters.push(alphabet.charAt(byte % alphabet.length));
  return letters.join('');
}

/** A password that nobody can guess and that meets every rule. */
export function generatePassword(): string {
  for (;;) {
    const password = randomText(generatedLength);
    if (NewPassword.safeParse(password).success) return password;
  }
}
