import type { Client } from '@nerdify/contract/client.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { session } from '../../session.ts'
import { createEmailEditor, type EmailState } from './email-editor.ts'

/** One editor for each store of answers, so that it outlives the screen. */
const editors = new WeakMap<QueryClient, ReturnType<typeof createEmailEditor>>()

function editorOf(queryClient: QueryClient) {
  const existing = editors.get(queryClient)
  if (existing !== undefined) return existing
  const editor = createEmailEditor({
    known: () => queryClient.getQueryData<Client>(queryKeys.me)?.email?.email ?? '',
    async save(email, { before, leaving }) {
      const change = { email, email_before: before === '' ? null : before }
      queryClient.setQueryData(queryKeys.me, await api.changeMe(change, { keepalive: leaving }))
    },
    async refresh() {
      await queryClient.invalidateQueries({ queryKey: queryKeys.me, exact: true })
    },
  })
  session.onEnd(() => editor.forget())
  editors.set(queryClient, editor)
  return editor
}

/** The e-mail field's editor and its state; leaving the screen or the page saves what waits (ux 51). */
export function useMyEmail(): { editor: ReturnType<typeof createEmailEditor>; state: EmailState } {
  const editor = editorOf(useQueryClient())
  const state = useSyncExternalStore(editor.subscribe, editor.state)
  useEffect(() => {
    const leavePage = () => editor.leave({ page: true })
    window.addEventListener('pagehide', leavePage)
    return () => {
      window.removeEventListener('pagehide', leavePage)
      editor.leave({ page: false })
    }
  }, [editor])
  return { editor, state }
}
