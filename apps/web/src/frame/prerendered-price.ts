import { createContext } from 'react'

/** The placeholder of the price while `/start` is prerendered. */
export const PrerenderedPrice = createContext<string | undefined>(undefined)
