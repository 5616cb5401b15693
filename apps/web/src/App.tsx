import { useLocation, useRoutes } from 'react-router'
import { MissedPop } from './frame/missed-pop.ts'
import { routesAt } from './routes.tsx'

/** The whole web app, inside a router: the browser's own, or the static one of the prerendering. */
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
