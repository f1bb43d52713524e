import type { Integration, Vendor } from '@packhouse/contract/scanning/integration-routes.ts';

/** The dialog has these two steps. */
export type DialogStep = 'createEditIntegration' | 'selectService';

/** What the dialog about a connection is in the middle of. */
export interface DialogState {
  isOpen: boolean;
  step: DialogStep;
  vendorName: string;
  /** The connection that is changed. */
  integration: Integration | undefined;
  isEditing: boolean;
  /** Key of the connection that a service is chosen for. */
  integrationKey: string | undefined;
  /** What stands in the form was tried and works. */
  isTested: boolean;
  hasPopover: boolean;
  isLoading: boolean;
}

/** A closed dialog remembers nothing. */
export const closedDialog: DialogState = {
  isOpen: false,
  step: 'createEditIntegration',
  vendorName: '',
  integration: undefined,
  isEditing: false,
  integrationKey: undefined,
  isTested: false,
  hasPopover: false,
  isLoading: false,
};

export type DialogEvent =
  | { type: 'connect'; vendorName: string }
  | { type: 'edit'; integration: Integration }
  | { type: 'chooseService'; vendorName: string; integrationKey: string }
  | { type: 'testing' }
  | { type: 'tested' }
  | { type: 'resetTest' }
  | { type: 'created'; integrationKey: string }
  | { type: 'close' };

/** How the dialog goes on. */
export function changeDialog(state: DialogState, event: DialogEvent): DialogState {
  switch (event.type) {
    case 'connect':
      return { ...closedDialog, isOpen: true, vendorName: event.vendorName };
    case 'edit':
      return { ...closedDialog, isOpen: true, vendorName: event.integration.vendorName, integration: event.integration, isEditing: true };
    case 'chooseService':
      return { ...closedDialog, isOpen: true, step: 'selectService', vendorName: event.vendorName, integrationKey: event.integrationKey };
    case 'testing':
      return { ...state, isLoading: true, isTested: false, hasPopover: false };
    case 'tested':
      return { ...state, isLoading: false, isTested: true, hasPopover: true };
    case 'resetTest':
      return { ...state, isLoading: false, isTested: false, hasPopover: false };
    case 'created':
      return { ...state, step: 'selectService', integrationKey: event.integrationKey, isTested: false, hasPopover: false };
    case 'close':
      return closedDialog;
  }
}

/** What the button of a card does: there is something to add to only where something is connected. */
export function getConnectAction({ connected }: Pick<Vendor, 'connected'>): 'add' | 'connect' {
  return connected ? 'add' : 'connect';
}
