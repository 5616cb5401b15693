import { Brand } from '@nerdify/ui/page/Brand.tsx'

/** The page of a visitor without a session (OPS-15). */
export const App = () => (
  <main>
    <Brand />
    <h1>Sign in to the desk</h1>
    <p>The desk is for staff. An owner invites you by e-mail.</p>
  </main>
)
