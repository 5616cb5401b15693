import '@nerdify/ui/tokens/tokens.css'
import '@nerdify/ui/tokens/base.css'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html must have the element #root')
createRoot(root).render(<App />)
