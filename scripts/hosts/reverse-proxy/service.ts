/** The systemd unit that keeps the server file running. https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html */
import { BACKEND_PORT, HOME, TREE } from "./layout.ts";

/** `MemoryDenyWriteExecute` is left out because Node compiles JavaScript to machine code at run time. */
export const SERVICE = `[Unit]
Description=Instants: answers /api/ for the web server in front of it
After=network.target

[Service]
ExecStart=/usr/bin/env node ${HOME}/server.cjs ${TREE}
Environment=HOST=127.0.0.1 PORT=${BACKEND_PORT}
Restart=always
RestartSec=1
DynamicUser=yes
NoNewPrivileges=yes
CapabilityBoundingSet=
LockPersonality=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHome=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
ProtectSystem=strict
RestrictAddressFamilies=AF_INET AF_INET6
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
UMask=0077

[Install]
WantedBy=multi-user.target
`;
