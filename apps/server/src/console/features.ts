/**
 * The switches of the console by name, and whether they are on. A switch is off until what it shows exists.
 */
export const features: Record<string, boolean> = {
  quickDeployLandingPage: false,
  commonTested: false,
  testing: false,
  gitRepoScanning: false,
  scanStatus: false,
  coldStorage: false,
  toolbarSearch: true,
  educationCenter: false,
  navigationSwitch: true,
  helpLinks: true,
};
