# Fetches the compiled sallyport for Windows, compares its SHA-256 with the one of SHA256SUMS, and puts it into a folder.
# NOT TRIED: there is no Windows where this was written. Read it before you run it.
#
#   SALLYPORT_FOLDER    where the program goes (default: %LOCALAPPDATA%\Programs\sallyport)
#   SALLYPORT_VERSION   a release such as v0.1.0 (default: the latest)
#   SALLYPORT_BASE_URL  where the files are, in place of the releases on GitHub; https: alone
#
# All of it is in a function that the last line calls: of a script that came in half, nothing is run.

function Install-Sallyport {
    $ErrorActionPreference = 'Stop'
    Set-StrictMode -Version Latest
    [Net.ServicePointManager]::SecurityProtocol = [Net.SecurityProtocolType]::Tls12

    $target = 'sallyport-x86_64-pc-windows-msvc.exe'
    if (-not [Environment]::Is64BitOperatingSystem) { throw 'There is no program for this machine: install by npm or Deno.' }
    $folder = $env:SALLYPORT_FOLDER
    if (-not $folder) { $folder = Join-Path $env:LOCALAPPDATA 'Programs\sallyport' }
    if (-not [IO.Path]::IsPathRooted($folder)) { throw "The folder $folder is not absolute." }
    $base = 'https://github.com/sallyport/sallyport/releases/latest/download'
    if ($env:SALLYPORT_VERSION) { $base = "https://github.com/sallyport/sallyport/releases/download/$env:SALLYPORT_VERSION" }
    if ($env:SALLYPORT_BASE_URL) { $base = $env:SALLYPORT_BASE_URL.TrimEnd('/') }
    if (-not $base.StartsWith('https://')) { throw "The address $base is not https." }

    New-Item -ItemType Directory -Force -Path $folder | Out-Null
    $work = Join-Path $folder ('.sallyport.' + [Guid]::NewGuid().ToString('N'))
    New-Item -ItemType Directory -Path $work | Out-Null
    try {
        $sums = Join-Path $work 'SHA256SUMS'
        $file = Join-Path $work 'sallyport.exe'
        Invoke-WebRequest -UseBasicParsing -Uri "$base/SHA256SUMS" -OutFile $sums
        $found = @(Get-Content $sums | Where-Object { $_ -match ('^([0-9a-f]{64}) [ *]' + [regex]::Escape($target) + '$') })
        if ($found.Count -ne 1) { throw "SHA256SUMS has no sum for $target. Do not use this release." }
        $expected = $found[0].Substring(0, 64)
        Invoke-WebRequest -UseBasicParsing -Uri "$base/$target" -OutFile $file
        $actual = (Get-FileHash -Algorithm SHA256 -LiteralPath $file).Hash.ToLowerInvariant()
        if ($actual -cne $expected) { throw "The checksum of $target is $actual, and must be $expected. Nothing was installed." }
        $version = & $file --version
        if ($LASTEXITCODE -ne 0) { throw 'The program does not start on this machine: install by npm or Deno.' }
        Move-Item -Force -LiteralPath $file -Destination (Join-Path $folder 'sallyport.exe')
        Write-Host "sallyport: installed $version in $folder (checksum $actual)"
        if (($env:PATH -split ';') -notcontains $folder) { Write-Host "sallyport: $folder is not on your PATH" }
    }
    finally {
        Remove-Item -Recurse -Force -LiteralPath $work
    }
}

Install-Sallyport
