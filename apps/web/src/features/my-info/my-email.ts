import type { Client } from '@nerdify/contract/client.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { api } from '../../api/client.ts'
import { givenEmailOf } from '../../api/given-email.ts'
import { queryKeys } from '../../api/queries.ts'
import { session } from '../../session.ts'
import { createEmailEditor, type EmailState } from './email-editor.ts'

/** One editor for each store of answers, so that it outlives the screen. */
const editors = new WeakMap<QueryClient, ReturnType<typeof createEmailEditor>>()

function editorOf(queryClient: QueryClient) {
  const existing = editors.get(queryClient)
  if (existing !== undefined) return existing
  const editor = createEmailEditor({
    known: () => givenEmailOf(queryClient.getQueryData<Client>(queryKeys.me)) ?? '',
    async save(email, before) {
      const change = { email, email_before: before === '' ? null : before }
      const sender = session.clientId()
      const me = await api.changeMe(change)
      // Whoever is there now may be another person (AUTH-15).
      if (session.clientId() === sender) queryClient.setQueryData(queryKeys.me, me)
    },
    async refresh() {
      await queryClient.invalidateQueries({ queryKey: queryKeys.me, exact: true })
    },
  })
  session.onEnd(() => editor.forget())
  editors.set(queryClient, editor)
  return editor
}

/** The e-mail field's editor and its state. */
export function useMyEmail(): { editor: ReturnType<typeof createEmailEditor>; state: EmailState } {
  const editor = editorOf(useQueryClient())
  const state = useSyncExternalStore(editor.subscribe, editor.state)
  useEffect(() => () => editor.leave(), [editor])
  return { editor, state }
}
