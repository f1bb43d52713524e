/** Whether the test call passes on with this status that the receiver could not be reached (502), or did not answer in time (504). */
export function isPassedOn(status: number): boolean {
  return status === 502 || status === 504;
}
