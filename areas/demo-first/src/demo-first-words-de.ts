/** German for the first mock. */
export const german = {
  title: 'Erstes Micro-Frontend',
  text: 'Für sich gebaut, unter eigener Adresse geholt, neben einem anderen eingehängt.',
  press: 'Drücken',
  pressed: { one: '{count} Mal gedrückt', other: '{count} Mal gedrückt' },
};
