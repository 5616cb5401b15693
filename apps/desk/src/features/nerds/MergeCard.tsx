import { failureText } from '@nerdify/browser/failure-text.ts'
import { deskPaths } from '@nerdify/contract/desk-paths.ts'
import type { RegisteredNerd } from '@nerdify/contract/nerds.ts'
import { Button } from '@nerdify/ui/actions/Button.tsx'
import { SelectField } from '@nerdify/ui/fields/SelectField.tsx'
import { Stack, Text } from '@nerdify/ui/page/Layout.tsx'
import { Card, CardBody } from '@nerdify/ui/surfaces/Card.tsx'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useMergeNerd } from '../../api/nerd-queries.ts'
import { useActiveNerds } from '../../api/order-queries.ts'
import { usePress } from '../../frame/use-press.ts'
import { Consequences, FormDialog } from '../../frame/FormDialog.tsx'
import { ReadState } from '../../frame/ScreenParts.tsx'
import { nerdTexts } from '../../texts/nerds.ts'

/** Merges two entries of one person, after showing the consequences (OPS-14). */
export function MergeCard({ nerd }: { nerd: RegisteredNerd }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <Card title={nerdTexts.merge}>
      <CardBody>
        <Stack gap={3}>
          <Text look="muted">{nerdTexts.mergeLead}</Text>
          <div>
            <Button onClick={() => setIsAsking(true)}>{nerdTexts.mergeOpen}</Button>
          </div>
          {isAsking && <MergeDialog nerd={nerd} onClose={() => setIsAsking(false)} />}
        </Stack>
      </CardBody>
    </Card>
  )
}

function MergeDialog({ nerd, onClose }: { nerd: RegisteredNerd; onClose: () => void }) {
  const nerds = useActiveNerds()
  const others = nerds.data?.filter(({ id }) => id !== nerd.id) ?? []
  const [into, setInto] = useState('')
  const press = usePress()
  const [tried, setTried] = useState(false)
  const merge = useMergeNerd(nerd.id)
  const navigate = useNavigate()
  const chosen = others.find(({ id }) => id === into)
  const onSend = () => {
    setTried(true)
    if (merge.isPending || chosen === undefined) return
    merge.mutate(
      { into, key: press.begin(into) },
      {
        onSuccess({ id }) {
          onClose()
          void navigate(deskPaths.nerd(id))
        },
      },
    )
  }
  return (
    <FormDialog
      title={nerdTexts.mergeOf(nerd.name)}
      send={nerdTexts.mergeSend}
      isDangerous
      busy={merge.isPending && nerdTexts.saving}
      error={merge.error && failureText(merge.error)}
      onSend={onSend}
      onClose={onClose}
    >
      <ReadState query={nerds} texts={nerdTexts.register} lines={2} />
      <SelectField
        label={nerdTexts.mergeInto}
        value={into}
        options={[
          { value: '', label: nerdTexts.mergeNone },
          ...others.map(({ id, name, marks, open }) => ({
            value: id,
            label: nerdTexts.mergeOption(name, marks, open),
          })),
        ]}
        error={tried && chosen === undefined && nerdTexts.mergeMissing}
        onChange={(id) => {
          setInto(id)
          merge.reset()
        }}
      />
      <Consequences lines={nerdTexts.mergeMeans(nerd.name, chosen?.name ?? nerdTexts.mergeOther)} />
    </FormDialog>
  )
}
