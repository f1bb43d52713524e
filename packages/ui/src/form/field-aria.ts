import type { AriaAttributes } from 'react';

/** A form says this of a control to whoever is in it: where its hint and its problem stand, and that it is wrong. A control of one's own passes it on. */
export type FieldAria = Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid' | 'aria-required'>;
