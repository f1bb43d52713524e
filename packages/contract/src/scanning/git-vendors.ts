import { z } from 'zod';

/** Codes of the vendors of source control, by their names in addresses; 0 is an unknown one. The last one is there only where `gitea` is switched on. */
export const vendorCodes = { github: 1, gitlab: 2, bitbucket_cloud: 3, bitbucket_server: 4, gitea: 5 } as const;

export type VendorName = keyof typeof vendorCodes;
export type VendorCode = (typeof vendorCodes)[VendorName];

export const VendorCode = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]);
