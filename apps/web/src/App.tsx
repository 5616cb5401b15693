import { useLocation, useRoutes } from 'react-router'
import { MissedPop } from './frame/missed-pop.ts'
import { routesAt } from './routes.tsx'

/** The whole web app, within a router: the browser's own, or the static one that renders pages ahead. */
export function App() {
  const { pathname } = useLocation()
  const screens = useRoutes(routesAt(pathname))
  return (
    <>
      <MissedPop />
      {screens}
    </>
  )
}
