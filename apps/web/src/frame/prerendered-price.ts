import { createContext } from 'react'

/** While `/start` is prerendered: what stands for its price. */
export const PrerenderedPrice = createContext<string | undefined>(undefined)
