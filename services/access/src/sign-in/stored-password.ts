/** For those who let a user choose a password on some other proof than the old one. */
export { setPassword } from './sign-in-queries.ts';
