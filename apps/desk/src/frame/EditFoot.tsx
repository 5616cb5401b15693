import { Button } from '@nerdify/ui/actions/Button.tsx'
import { ErrorText } from '@nerdify/ui/fields/Field.tsx'
import { Cluster, Text } from '@nerdify/ui/page/Layout.tsx'
import { frameTexts } from '../texts/frame.ts'

interface EditFootProps {
  hasTyped: boolean
  save: { isPending: boolean; isSuccess: boolean }
  /** A refusal without a field. */
  refused: string | false | null
  /** The button's words. */
  action: string
  /** A new row can be sent before typing: the form then shows what is missing. */
  isNew: boolean
  onUndo: () => void
}

/** The end of a form that edits in place (DESK-05). */
export const EditFoot = ({ hasTyped, save, refused, action, isNew, onUndo }: EditFootProps) => (
  <>
    <div role="status">
      {refused && <ErrorText>{refused}</ErrorText>}
      {save.isSuccess && !hasTyped && <Text look="small">{frameTexts.saved}</Text>}
    </div>
    <Cluster>
      <Button variant="primary" type="submit" busy={save.isPending && frameTexts.saving} blocked={!isNew && !hasTyped}>
        {action}
      </Button>
      {hasTyped && (
        <Button variant="quiet" onClick={onUndo}>
          {frameTexts.undo}
        </Button>
      )}
    </Cluster>
  </>
)
