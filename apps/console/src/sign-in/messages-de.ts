/** German for the ways into an account beside the password. */
export const german = {
  forgotTitle: 'Passwort vergessen?',
  forgotText: 'Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein. Lässt sich das Konto per E-Mail zurücksetzen, ist ein Link unterwegs.',
  userOrEmail: 'Benutzername oder E-Mail-Adresse',
  enterUserOrEmail: 'Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein',
  sendLink: 'Link senden',
  notSent: 'Die E-Mail wurde nicht gesendet',
  linkSent: 'Gibt es ein solches Konto, ist ein Link zu einem neuen Passwort an seine Adresse unterwegs. Er gilt eine Stunde.',
  resetTitle: 'Neues Passwort wählen',
  resetText: 'Für {name}. Alle anderen Sitzungen enden.',
  resetButton: 'Passwort setzen',
  failedToReset: 'Das Passwort konnte nicht zurückgesetzt werden',
  resetDone: 'Passwort geändert',
  linkBroken: 'Dieser Link kann nicht mehr verwendet werden',
  linkBrokenText: 'Links zu einem neuen Passwort gelten einmal, eine Stunde lang.',
  askAgain: 'Neuen Link anfordern',
  checking: 'Der Link wird geprüft',
};
