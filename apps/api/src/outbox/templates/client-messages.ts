import { webPaths } from '@nerdify/contract/web-paths.ts'
import { mailLine } from '@nerdify/domain/messages/typed-text.ts'
import { shortKeyOf } from '../../keys/sign-in-keys.ts'
import { confirmLink, confirmVariables } from './confirm-link.ts'
import { clientMail, clientText, orderConversationPath } from './how-to-answer.ts'
import { template } from './template.ts'

/** Announcements of the company's messages to clients (TALK-04). */
export const clientMessages = {
  /**
   * `number` and `orderId` are the order's, if any; a mail has the `words` of all unread messages, a text the `keyId`
   * of a sign-in link.
   */
  'unread-messages': template({
    kind: 'service',
    needs: ['client', 'words'],
    takes: ['number', 'orderId', 'title', 'keyId', ...confirmVariables],
    render(variables, rendering) {
      const { number, orderId, title = '', words, keyId } = variables
      const { publicUrl, secret, unsubscribeUrl } = rendering
      const about = number === undefined ? '' : ` about order ${number}`
      const path = orderId === undefined ? webPaths.messages('support') : orderConversationPath(orderId)
      if (rendering.channel !== 'email') {
        const link = publicUrl + (keyId === undefined ? path : webPaths.shortLink(shortKeyOf(secret, keyId), path))
        return clientText(
          `Nerdify: you have a new message${about}. Read and answer it: ${link} It logs you in, so never share it.`,
        )
      }
      return clientMail(rendering, {
        subject: `A new message${about}`,
        paragraphs: words
          .split('\n')
          .map(mailLine)
          .filter((line) => line !== ''),
        rows: [['Your task', title]],
        action: { label: 'Answer', url: publicUrl + path },
        more: confirmLink(variables, rendering),
        answerPath: path,
        unsubscribeUrl,
      })
    },
  }),
}
