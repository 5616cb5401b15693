import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import { useNavigate } from 'react-router'
import { useKeys } from '../../frame/keys-setting.ts'
import { lastSearch } from './queue-query.ts'

/** The queue last shown in this tab; Escape leads back to it. */
export function useWayBack() {
  const navigate = useNavigate()
  const queue = { pathname: deskPaths.queue(), search: lastSearch.get() }
  useKeys({ Escape: () => void navigate(queue) })
  return queue
}
