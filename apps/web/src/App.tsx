import { useLocation, useRoutes } from 'react-router'
import { useMissedPop } from './frame/missed-pop.ts'
import { routesAt } from './routes.tsx'

/** The whole web app, within a router: the browser's own, or the static one that renders pages ahead. */
export function App() {
  const { pathname } = useLocation()
  useMissedPop()
  return useRoutes(routesAt(pathname))
}
