import { useRoutes } from 'react-router'
import { routes } from './routes.tsx'

/** The whole web app, within a router: the browser's own, or the static one that renders pages ahead. */
export const App = () => useRoutes(routes)
