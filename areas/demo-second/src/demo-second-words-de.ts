/** German for the second mock. */
export const german = {
  title: 'Zweites Micro-Frontend',
  text: 'Es sieht dieselbe Sitzung wie die Schale und jeder andere Teil.',
  facts: 'Was es sieht',
  user: 'Benutzer',
  server: 'Server',
  services: 'Dienste',
};
