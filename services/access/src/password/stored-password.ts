/** For those who let a user choose a password: in place of the one that was proved, or on some other proof than the old one. */
export { replacePassword, setPassword } from './password-queries.ts';
