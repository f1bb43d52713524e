import { create } from 'zustand';

interface NavigationState {
  /** The rail shows icons only. */
  collapsed: boolean;
  /** The rail is open over the page, on narrow screens. */
  drawerOpen: boolean;
  paletteOpen: boolean;
  toggleCollapsed: () => void;
  setDrawerOpen: (open: boolean) => void;
  setPaletteOpen: (open: boolean) => void;
}

const key = 'packhouse.rail';

/** How the frame stands; the collapsed rail is remembered. */
export const useNavigation = create<NavigationState>((set, get) => ({
  collapsed: localStorage.getItem(key) === 'collapsed',
  drawerOpen: false,
  paletteOpen: false,
  toggleCollapsed: () => {
    const collapsed = !get().collapsed;
    localStorage.setItem(key, collapsed ? 'collapsed' : 'expanded');
    set({ collapsed });
  },
  setDrawerOpen: (drawerOpen) => set({ drawerOpen }),
  setPaletteOpen: (paletteOpen) => set({ paletteOpen }),
}));
