import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Cluster, Stack } from '@nerdify/ui/page/Layout.tsx'
import { Dialog } from '@nerdify/ui/surfaces/Dialog.tsx'
import type { Elements } from '@nerdify/ui/elements.ts'
import { frameTexts } from '../texts/frame.ts'
import styles from './FormDialog.module.css'

/** The consequences of an action, before it: a line each. */
export const Consequences = ({ lines }: { lines: readonly string[] }) => (
  <ul className={styles.consequences}>
    {lines.map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
)

interface FormDialogProps {
  title: string
  /** The words of the button that sends. */
  send: string
  isDangerous?: boolean
  /** The words while it sends. */
  busy: string | false
  /** An error without a field. */
  error: string | false | null
  /** A link after the error. */
  remedy?: Elements
  onSend: () => void
  onClose: () => void
  /** The fields, and the text before them. */
  children: Elements
}

/** A dialog with a form: its fields, an error without a field, the action and the cancel button. */
export const FormDialog = ({
  title,
  send,
  isDangerous = false,
  busy,
  error,
  remedy,
  onSend,
  onClose,
  children,
}: FormDialogProps) => (
  <Dialog title={title} onClose={onClose}>
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSend()
      }}
    >
      <Stack>
        {children}
        <div role="status">{error && <ErrorText>{error}</ErrorText>}</div>
        {remedy}
        <Cluster>
          <Button variant={isDangerous ? 'danger' : 'primary'} type="submit" busy={busy}>
            {send}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {frameTexts.cancel}
          </Button>
        </Cluster>
      </Stack>
    </form>
  </Dialog>
)
