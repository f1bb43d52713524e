import type { Sidebar } from '@packhouse/console-kit/session/menu-visibility.ts';
import { create } from 'zustand';
import type { LogoSource } from './logo-choice.ts';

interface NavigationState {
  /** The sidebar on screen; it follows the address. */
  activeSidebar: Sidebar;
  /** The quick setup is on screen. */
  quickSetupVisible: boolean;
  /** The instructions for clients are on screen. */
  setMeUpVisible: boolean;
  /** Where the logo comes from; undefined until the installation is known. */
  logoSource: LogoSource | undefined;
  /** The rail shows icons only. */
  collapsed: boolean;
  /** The rail is open over the page, on narrow screens. */
  drawerOpen: boolean;
  paletteOpen: boolean;
  /** This part of the help is open over the page. */
  helpOpen: 'about' | 'keyboard' | 'curl' | undefined;
  toggleCollapsed: () => void;
  setDrawerOpen: (open: boolean) => void;
  setPaletteOpen: (open: boolean) => void;
  setHelpOpen: (open: NavigationState['helpOpen']) => void;
}

const key = 'packhouse.rail';

/** How the frame stands; the collapsed rail is remembered. */
export const useNavigation = create<NavigationState>((set, get) => ({
  collapsed: localStorage.getItem(key) === 'collapsed',
  drawerOpen: false,
  paletteOpen: false,
  helpOpen: undefined,
  activeSidebar: 'application',
  quickSetupVisible: false,
  setMeUpVisible: false,
  logoSource: undefined,
  toggleCollapsed: () => {
    const collapsed = !get().collapsed;
    localStorage.setItem(key, collapsed ? 'collapsed' : 'expanded');
    set({ collapsed });
  },
  setDrawerOpen: (drawerOpen) => set({ drawerOpen }),
  setPaletteOpen: (paletteOpen) => set({ paletteOpen }),
  setHelpOpen: (helpOpen) => set({ helpOpen }),
}));

const isWithin = (path: string, beginning: string) => path === beginning || path.startsWith(`${beginning}/`);

/** Notes what an address brings on screen. */
export function noteAddress(path: string, activeSidebar: Sidebar): void {
  useNavigation.setState({ activeSidebar, quickSetupVisible: isWithin(path, '/quick-setup'), setMeUpVisible: isWithin(path, '/set-me-up') });
}
