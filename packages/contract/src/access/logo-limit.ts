/** The largest picture that is taken for a logo. */
export const maxLogoBytes = 256 * 1024;
