/** A prerendered page's metadata (PUB-09). */
export interface Head {
  title: string
  description: string
}

/** One prerendered page: its file, its route, its head and the HTML of `#root`. */
export interface PrerenderedPage extends Head {
  file: string
  route: string
  /** The modules of its screen. */
  modules: readonly string[]
  /** The modules of the next screen, for `/start`, which has a script of its own (DOOR-01). */
  leadsTo?: readonly string[]
  html: string
  /** Runs before the app's code loads. */
  script: string
  /** The placeholder of the price in the page. */
  price?: string
}

/** The shell of one route: its modules, the screen before its data, and its inline script. */
export interface Shell {
  name: string
  modules: readonly string[]
  html: string
  script: string
}

/** The module that the build runs. */
export interface Prerenderer {
  /** The inline script of pages without one of their own. */
  reloadScript: string
  prerenderedPages(): Promise<readonly PrerenderedPage[]>
  shells(): Promise<readonly Shell[]>
}
